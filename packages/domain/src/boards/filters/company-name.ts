const endings = new Set(['LLC', 'INC', 'CORP', 'CO', 'LTD', 'COMPANY', 'INCORPORATED', 'CORPORATION', 'LIMITED', 'LP', 'LLP']);
const longestName = 200;

/** The name as brokers are compared by it: capitals, no signs, and no form of company. "Lakeshore Freight, L.L.C." is LAKESHORE FREIGHT. */
export function plainCompanyName(name: string): string {
  const words = name
    .slice(0, longestName)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  while (words.length > 1 && endings.has(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}
