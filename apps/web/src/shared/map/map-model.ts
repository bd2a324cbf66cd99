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
export type DotTone = 'ready' | 'rolling' | 'waiting' | 'problem' | 'off' | 'unsure';

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
  /** Told when the pointer or the focus comes to the marker, and when it leaves. */
  onHover?: (isOver: boolean) => void;
  /** Drawn larger and on top, because its row in the list is pointed at. */
  isHot?: boolean;
}

/** A circle around a place. Its handle changes the radius in steps. */
export interface MapRing {
  center: MapPoint;
  radiusMiles: number;
  stepMiles: number;
  minMiles: number;
  maxMiles: number;
  /** While the handle moves: the radius so far. */
  onMove: (miles: number) => void;
  /** When the handle is let go. */
  onChange: (miles: number) => void;
}

export interface FreightMapProps {
  /** The map in one sentence, for screen readers: "From Milwaukee to Conley, truck 114 is near Franklin, KY". */
  label: string;
  legs?: readonly MapLeg[];
  markers?: readonly MapMarker[];
  /** With a ring, the map shows the ring and as much again around it. */
  ring?: MapRing;
  /** What the map zooms to: the route and the markers, or the whole country. */
  view?: 'content' | 'country';
  /** Whose lines are drawn, in the corner, where their terms ask for it. */
  credit?: string | undefined;
}
