/** A field of a message: `true` for a simple value, or the fields of the message within. */
export interface Fields {
  readonly [name: string]: true | Fields;
}

const latLng = { latLng: { latitude: true, longitude: true } } as const;
const tolls = { tollInfo: { estimatedPrice: { currencyCode: true, units: true, nanos: true } } } as const;
const polyline = { encodedPolyline: true, geoJsonLinestring: true } as const;

/** The fields of a response that the sandbox can fill. */
const responseFields: Fields = {
  routes: {
    routeLabels: true,
    legs: {
      distanceMeters: true,
      duration: true,
      staticDuration: true,
      polyline,
      startLocation: latLng,
      endLocation: latLng,
      travelAdvisory: tolls,
    },
    distanceMeters: true,
    duration: true,
    staticDuration: true,
    polyline,
    description: true,
    warnings: true,
    viewport: { low: { latitude: true, longitude: true }, high: { latitude: true, longitude: true } },
    travelAdvisory: tolls,
  },
};

/** A mask that names a field which does not exist. */
export class MaskError extends Error {}

type Chosen = Record<string, true | Fields>;

/** Adds the field at the end of the path to the chosen ones. A message is chosen with all its fields. */
function choose(chosen: Chosen, known: Fields, names: readonly string[], path: string): void {
  const [name = '', ...rest] = names;
  const field = Object.hasOwn(known, name) ? known[name] : undefined;
  if (field === undefined || (field === true && rest.length > 0))
    throw new MaskError(`Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`);
  if (field === true || rest.length === 0) {
    chosen[name] = field;
    return;
  }
  const before = chosen[name];
  const inner: Chosen = typeof before === 'object' ? { ...before } : {};
  choose(inner, field, rest, path);
  chosen[name] = inner;
}

/** Reads a mask of paths with dots, like `routes.duration,routes.legs`, or `*`. */
export function parseMask(mask: string): Fields {
  const paths = mask.split(',').map((path) => path.trim());
  if (paths.includes('*')) return responseFields;
  const chosen: Chosen = {};
  for (const path of paths) choose(chosen, responseFields, path.split('.'), path);
  return chosen;
}

/** The part of a value that the mask names. Lists are masked item by item. */
export function applyMask(value: unknown, fields: true | Fields): unknown {
  if (fields === true || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => applyMask(item, fields));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const inner = fields[name];
      return inner === undefined || item === undefined ? [] : [[name, applyMask(item, inner)]];
    }),
  );
}
