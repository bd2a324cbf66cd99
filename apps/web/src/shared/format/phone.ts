/** "(712) 555-0148" of a US number as it is stored, "+4420…" of another as it is. */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return parts === null ? phone : `(${parts[1]}) ${parts[2]}-${parts[3]}`;
}
