export const stopKinds = ['PICKUP', 'DELIVERY'] as const;
export type StopKind = (typeof stopKinds)[number];

export const stopSchedules = ['APPOINTMENT', 'FCFS'] as const;
export type StopSchedule = (typeof stopSchedules)[number];
