import { describe, expect, it } from 'vitest';
import { readFeatureNames } from './names.ts';

describe('readFeatureNames', () => {
  it.each([
    ['trailers', 'trailer'],
    ['companies', 'company'],
    ['addresses', 'address'],
    ['inboxes', 'inbox'],
    ['invoices', 'invoice'],
  ])('%s is the plural of %s', (plural, singular) => {
    expect(readFeatureNames(plural).singular).toBe(singular);
  });

  it('spells two words in every way', () => {
    expect(readFeatureNames('fuel-cards')).toEqual({
      plural: 'fuel-cards',
      singular: 'fuel-card',
      Plural: 'FuelCards',
      Singular: 'FuelCard',
      pluralCamel: 'fuelCards',
      singularCamel: 'fuelCard',
      table: 'fuel_cards',
      singularSnake: 'fuel_card',
      title: 'Fuel cards',
      words: 'fuel cards',
      singularLabel: 'fuel card',
    });
  });

  it('takes an irregular singular as given', () => {
    expect(readFeatureNames('people', 'person').Singular).toBe('Person');
  });

  it.each(['Trailers', 'fuel_cards', '../x', 'freight'])('refuses %s', (name) => {
    expect(() => readFeatureNames(name)).toThrow();
  });
});
