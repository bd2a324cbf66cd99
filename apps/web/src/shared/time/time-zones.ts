/** The zones that US dispatchers see first, with the names they use. */
const usualZones: readonly { zone: string; name: string }[] = [
  { zone: 'America/New_York', name: 'Eastern, New York' },
  { zone: 'America/Chicago', name: 'Central, Chicago' },
  { zone: 'America/Denver', name: 'Mountain, Denver' },
  { zone: 'America/Phoenix', name: 'Mountain without daylight saving, Phoenix' },
  { zone: 'America/Los_Angeles', name: 'Pacific, Los Angeles' },
  { zone: 'America/Anchorage', name: 'Alaska, Anchorage' },
  { zone: 'Pacific/Honolulu', name: 'Hawaii, Honolulu' },
];

interface ZoneGroup {
  label: string;
  zones: readonly { zone: string; name: string }[];
}

export function listTimeZones(): ZoneGroup[] {
  const usual = new Set(usualZones.map(({ zone }) => zone));
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.has(zone));
  return [
    { label: 'United States', zones: usualZones },
    { label: 'All zones', zones: others.map((zone) => ({ zone, name: zone.replaceAll('_', ' ') })) },
  ];
}

/** "CT": the zone as people write it after a time. */
export function shortZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
