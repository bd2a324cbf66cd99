/** Said beside a sum in a list that shows what drafts would bring: "2 drafts not counted". */
export function formatUncounted(drafts: number): string {
  return `${drafts.toLocaleString('en-US')} ${drafts === 1 ? 'draft' : 'drafts'} not counted`;
}
