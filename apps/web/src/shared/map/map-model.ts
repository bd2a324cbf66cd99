export interface MapPoint {
  lat: number;
  lng: number;
}

/** A part of a route: driven already, still ahead, or run empty to the pickup. */
export interface MapLeg {
  kind: 'driven' | 'ahead' | 'deadhead';
  points: readonly MapPoint[];
}

/** What a truck is up to, by the colour of its dot. */
export type DotTone = 'ready' | 'rolling' | 'waiting' | 'problem' | 'off';

export interface MapMarker {
  key: string;
  kind: 'pickup' | 'delivery' | 'truck' | 'dot';
  at: MapPoint;
  label?: string;
  /** Of a dot. */
  tone?: DotTone;
  /** Makes it a button; the label, else the title, is its name. */
  onClick?: () => void;
  /** Shown on hover: "114, Marcus Bell, Franklin KY". */
  title?: string;
}

export interface FreightMapProps {
  /** The map in a sentence, for who can't see it: "From Milwaukee to Conley, truck 114 is near Franklin, KY". */
  label: string;
  legs?: readonly MapLeg[];
  markers?: readonly MapMarker[];
  /** What is in sight: what is drawn, or the whole country. */
  view?: 'content' | 'country';
}
