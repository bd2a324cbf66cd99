/** What of a stop decides whether it can come after another. By moments, so each place's own clock counts. */
export interface OrderedStop {
  kind: 'PICKUP' | 'DELIVERY';
  startsAt: string;
  endsAt: string;
}

/**
 * Stops that are over before one they come after has begun, each with what to tell. Windows may overlap: a truck that is early at
 * one place is late enough at the next. A stop without a time yet is null and stands in nobody's way.
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
