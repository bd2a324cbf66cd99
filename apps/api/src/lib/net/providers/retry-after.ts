/** `Retry-After` as seconds (also with a fraction) or as a date, in milliseconds from now. Null if there is none or it can't be read. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  // Date.parse would take "-3" for a year. A date in HTTP begins with the name of its day.
  const at = /^[A-Z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
