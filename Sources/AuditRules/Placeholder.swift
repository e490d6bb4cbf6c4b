// Placeholder of the module; removed with its first file.
