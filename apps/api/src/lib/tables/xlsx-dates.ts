/** Spreadsheets count days from here. They count a February 29, 1900 that did not exist, an error kept since Lotus 1-2-3. */
const epochMs = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
/** Workbooks from old Macs count from 1904, which is this many days later. */
const days1904 = 1_462;
/** No spreadsheet writes a longer format. */
const maxFormatCharacters = 255;

/** The built-in formats that show a date or a time; 45 to 47 show minutes and seconds. */
export function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** A custom format is a date if it has date letters outside quoted text, colors and conditions. Elapsed time (`[h]`) is a number. */
export function isDateFormat(code: string): boolean {
  if (code.length > maxFormatCharacters) return false;
  if (/\[(h+|m+|s+)\]/i.test(code)) return false;
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]/g, '');
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare);
}

/** A date, a time or both, in ISO format without a time zone. Null if a spreadsheet cannot show the number as a date. */
export function serialToIso(serial: number, is1904: boolean): string | null {
  const days = is1904 ? serial + days1904 : serial;
  if (!(days >= 0 && days < 2_958_466)) return null;
  const beforeLeapMistake = !is1904 && days >= 1 && days < 60 ? 1 : 0;
  const seconds = Math.round((days + beforeLeapMistake) * 86_400);
  const iso = new Date(epochMs + seconds * 1_000).toISOString();
  if (serial < 1 && !is1904) return iso.slice(11, 19);
  return iso.slice(0, seconds % 86_400 === 0 ? 10 : 19);
}

/** `2026-11-15` or `2026-11-15T08:30` as the number a spreadsheet keeps. */
export function isoToSerial(iso: string): number {
  const ms = Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : `${iso}Z`);
  return (ms - epochMs) / dayMs;
}
