/**
 * The fields of a stop that decide whether it can come after another. They are instants, so that stops
 * in different time zones compare correctly.
 */
export interface OrderedStop {
  kind: 'PICKUP' | 'DELIVERY';
  startsAt: string;
  endsAt: string;
}

/**
 * Finds stops that end before an earlier stop of the list begins, each with a message. Windows may overlap, because the truck can come
 * early to one stop and late to the next. A stop without a time yet is null and is ignored.
 */
export function stopsOutOfOrder(stops: readonly (OrderedStop | null)[]): { index: number; message: string }[] {
  return stops.flatMap((stop, index) => {
    if (stop === null) return [];
    const isBefore = (other: OrderedStop | null) => other !== null && Date.parse(stop.endsAt) < Date.parse(other.startsAt);
    const earlier = stops.slice(0, index);
    if (stop.kind === 'DELIVERY' && earlier.some((other) => other?.kind === 'PICKUP' && isBefore(other))) {
      return [{ index, message: 'The delivery is before the pickup' }];
    }
    const passed = earlier.findLast(isBefore);
    if (passed == null) return [];
    const [own, other] = [stop.kind, passed.kind].map((kind) => (kind === 'PICKUP' ? 'pickup' : 'delivery'));
    return [{ index, message: own === other ? `This ${own} is before the ${own} above it` : `The ${own} is before the ${other} above it` }];
  });
}
