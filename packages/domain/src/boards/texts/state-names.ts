import { type StateCode, stateCodes } from '../../equipment.ts';

/** Names in full, in the order of `stateCodes`. Boards use them beside the codes, even in one answer. */
const names = `
alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,district of columbia,florida,georgia,hawaii,idaho,illinois,
indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,
new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,
south dakota,tennessee,texas,utah,vermont,virginia,washington,west virginia,wisconsin,wyoming,puerto rico,alberta,british columbia,
manitoba,new brunswick,newfoundland and labrador,nova scotia,northwest territories,nunavut,ontario,prince edward island,quebec,
saskatchewan,yukon`
  .split(',')
  .map((name) => name.trim());

const byName = new Map<string, StateCode>([
  ...stateCodes.map((code, index): [string, StateCode] => [names[index] ?? code, code]),
  ...stateCodes.map((code): [string, StateCode] => [code.toLowerCase(), code]),
  ['newfoundland', 'NL'],
  ['québec', 'QC'],
  ['d.c.', 'DC'],
]);

const firstProvince = stateCodes.indexOf('AB');

export function isProvince(code: StateCode): boolean {
  return stateCodes.indexOf(code) >= firstProvince;
}

/** The code of a state or province, by its code or its name. */
export function stateNamed(text: string): StateCode | undefined {
  return byName.get(text.toLowerCase());
}
