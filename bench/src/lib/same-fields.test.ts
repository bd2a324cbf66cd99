import { describe, expect, it } from 'vitest';
import { fieldsOf, requireSameFields } from './same-fields.ts';

const ours = fieldsOf('{ "loads": [{ "id": 1, "coDriverId": null }], "nextCursor": null }');

describe('fieldsOf', () => {
  it('names the answer’s fields and those of its rows', () => {
    expect([...ours]).toEqual(['loads', 'loads.id', 'loads.coDriverId', 'nextCursor']);
  });
});

describe('requireSameFields', () => {
  it('accepts the same fields in another order', () => {
    const theirs = fieldsOf('{ "nextCursor": "x", "loads": [{ "coDriverId": 2, "id": 1 }] }');
    expect(() => requireSameFields('The usual list', ours, theirs)).not.toThrow();
  });

  it('names what is missing and what is too much', () => {
    const theirs = fieldsOf('{ "loads": [{ "id": 1, "rpm": 2 }], "nextCursor": null }');
    expect(() => requireSameFields('The usual list', ours, theirs)).toThrow('it lacks loads.coDriverId and has loads.rpm besides');
  });

  it('names all fields of a row where there is no row', () => {
    expect(() => requireSameFields('The usual list', ours, fieldsOf('{ "loads": [], "nextCursor": null }'))).toThrow(
      'lacks loads.id, loads.coDriverId',
    );
  });
});
