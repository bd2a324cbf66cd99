/** "12.4 MB" */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes >= 1024) return `${(megabytes / 1024).toFixed(1)} GB`;
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(Math.round(bytes / 1024), 1)} KB`;
}
