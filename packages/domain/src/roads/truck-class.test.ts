import { describe, expect, it } from 'vitest';
import { equipmentTypes } from '../equipment.ts';
import { truckClasses, truckClassOf } from './truck-class.ts';

describe('truckClassOf', () => {
  it('knows the truck of every equipment but OTHER', () => {
    for (const equipment of equipmentTypes) {
      const truck = truckClassOf(equipment);
      if (equipment === 'OTHER') expect(truck).toBeNull();
      else expect(truckClasses).toHaveProperty(truck ?? '');
    }
    expect(truckClassOf(null)).toBeNull();
  });

  it.each([
    ['REEFER', 'TRACTOR_TRAILER'],
    ['POWER_ONLY', 'TRACTOR_TRAILER'],
    ['HOTSHOT', 'HOTSHOT'],
    ['BOX_TRUCK', 'BOX_TRUCK'],
    ['SPRINTER', 'VAN'],
  ] as const)('%s is pulled by a %s', (equipment, truck) => {
    expect(truckClassOf(equipment)).toBe(truck);
  });
});
