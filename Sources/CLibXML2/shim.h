#pragma once
/* Only carries the pkg-config flags of libxml2 to CReport; Swift never imports its headers. */
