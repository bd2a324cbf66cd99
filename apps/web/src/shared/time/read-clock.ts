/** Turns what people type ("8", "8:30", "0830", "2pm", "2:15 PM") into a time like "08:00". Null when it is not a time. */
export function readClock(text: string): string | null {
  const match = /^(\d{1,2})(?::?(\d{2}))?\s*([ap])?\.?m?\.?$/i.exec(text.trim());
  if (match === null) return null;
  const half = match[3]?.toLowerCase();
  const typed = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  if (minute > 59 || typed > 23 || (half !== undefined && (typed < 1 || typed > 12))) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
