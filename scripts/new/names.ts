/** One name in every spelling the files of a feature need. */
export interface FeatureNames {
  /** `fuel-cards`: files, folders, paths. */
  plural: string;
  /** `fuel-card` */
  singular: string;
  /** `FuelCards`, `FuelCard`: types and components. */
  Plural: string;
  Singular: string;
  /** `fuelCards`, `fuelCard`: functions and values. */
  pluralCamel: string;
  singularCamel: string;
  /** `fuel_cards`, `fuel_card`: tables and audit actions. */
  table: string;
  singularSnake: string;
  /** `Fuel cards`, `fuel cards`, `fuel card`: what a person reads. */
  title: string;
  words: string;
  singularLabel: string;
}

function toSingular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(s|x|z|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return plural.slice(0, -1);
}

function toPascal(kebab: string): string {
  return kebab.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

function toCamel(kebab: string): string {
  return kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Throws a sentence if the name is not valid. */
export function readFeatureNames(plural: string, givenSingular?: string): FeatureNames {
  const isKebab = /^[a-z]+(-[a-z]+)*$/;
  if (!isKebab.test(plural) || (givenSingular !== undefined && !isKebab.test(givenSingular))) {
    throw new Error(`"${givenSingular ?? plural}": use lower-case words joined by dashes, e.g. fuel-cards.`);
  }
  if (givenSingular === undefined && !plural.endsWith('s'))
    throw new Error(`Is "${plural}" a plural? Give both: pnpm new ${plural} <one of them>.`);
  const singular = givenSingular ?? toSingular(plural);
  const words = plural.replaceAll('-', ' ');
  return {
    plural,
    singular,
    Plural: toPascal(plural),
    Singular: toPascal(singular),
    pluralCamel: toCamel(plural),
    singularCamel: toCamel(singular),
    table: plural.replaceAll('-', '_'),
    singularSnake: singular.replaceAll('-', '_'),
    title: words.charAt(0).toUpperCase() + words.slice(1),
    words,
    singularLabel: singular.replaceAll('-', ' '),
  };
}
