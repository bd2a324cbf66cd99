export function splitAddress(email: string): [mailbox: string, domain: string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
}

/** One spelling per mailbox: removes the part after a plus sign, and dots at Gmail, because the owner can vary both. */
export function mailboxOf(email: string): string {
  const [name, domain] = splitAddress(email);
  const plus = name.indexOf('+', 1);
  const plain = plus === -1 ? name : name.slice(0, plus);
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${plain.replaceAll('.', '')}@gmail.com`;
  return `${plain}@${domain}`;
}
