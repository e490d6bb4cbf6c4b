// Placeholder; removed with the first file.
