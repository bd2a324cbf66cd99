/** "(712) 555-0148" for a stored US number. Any other number, such as "+4420…", stays as it is. */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return parts === null ? phone : `(${parts[1]}) ${parts[2]}-${parts[3]}`;
}
