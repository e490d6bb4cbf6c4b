#include "CReport.h"
