export interface MapPoint {
  lat: number;
  lng: number;
}

/** A part of a route: driven already, still ahead, or run empty to the pickup. */
export interface MapLeg {
  kind: 'driven' | 'ahead' | 'deadhead';
  points: readonly MapPoint[];
}

/** The state of a truck, shown by the color of its dot. */
export type DotTone = 'ready' | 'rolling' | 'waiting' | 'problem' | 'off';

export interface MapMarker {
  key: string;
  kind: 'pickup' | 'delivery' | 'truck' | 'dot';
  at: MapPoint;
  label?: string;
  /** For dots only. */
  tone?: DotTone;
  /** Makes the marker a button. Its name is the label, or else the title. */
  onClick?: () => void;
  /** Shown on hover: "114, Marcus Bell, Franklin KY". */
  title?: string;
}

export interface FreightMapProps {
  /** The map in one sentence, for screen readers: "From Milwaukee to Conley, truck 114 is near Franklin, KY". */
  label: string;
  legs?: readonly MapLeg[];
  markers?: readonly MapMarker[];
  /** What the map zooms to: the route and the markers, or the whole country. */
  view?: 'content' | 'country';
}
