/** First letter of the name, else of the email, else U. */
export function userInitial(user: { name: string; email: string }): string {
  const source = user.name.trim() || user.email.trim() || 'U';
  return (Array.from(source)[0] ?? 'U').toUpperCase();
}
