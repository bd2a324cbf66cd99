export function splitAddress(email: string): [mailbox: string, domain: string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
}

/** One mailbox has one spelling: what follows a plus sign, and Gmail's dots, are the owner's to choose. */
export function mailboxOf(email: string): string {
  const [name, domain] = splitAddress(email);
  const plus = name.indexOf('+', 1);
  const plain = plus === -1 ? name : name.slice(0, plus);
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${plain.replaceAll('.', '')}@gmail.com`;
  return `${plain}@${domain}`;
}
