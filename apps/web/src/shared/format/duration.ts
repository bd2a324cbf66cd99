const minuteMs = 60_000;

/** "1 h 12 min", "40 min", "36 h". Days are for calendars: a dispatcher counts a truck's time in hours. */
export function formatDuration(minutes: number): string {
  const total = Math.max(Math.round(minutes), 0);
  const hours = Math.floor(total / 60);
  const rest = total % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** "5 d", "3 h", "20 m": for a narrow column of ages. */
export function formatAge(iso: string, now: number): string {
  const minutes = Math.max(Math.floor((now - Date.parse(iso)) / minuteMs), 0);
  if (minutes < 60) return `${minutes} m`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** "10:48": hours and minutes left to drive, as the log book shows them. */
export function formatHourClock(minutes: number): string {
  const total = Math.max(Math.round(minutes), 0);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}
