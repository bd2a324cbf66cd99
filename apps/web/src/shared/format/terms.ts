/** Terms of up to this many days are quick pay, usually for a small fee. */
const quickPayDays = 7;

/** "Net 30", as rate cons say it. */
export function formatTerms(days: number): string {
  return days <= quickPayDays ? 'Quick pay' : `Net ${days}`;
}
