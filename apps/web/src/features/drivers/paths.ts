import type { Whose } from './list/query.ts';

interface DriverPaths {
  title: string;
  list: string;
  create: string;
  edit: string;
  /** Whose drivers the list shows when nobody said. */
  usual: Whose;
}

const mine: DriverPaths = {
  title: 'Drivers',
  list: '/dispatcher/my-drivers',
  create: '/dispatcher/create-my-driver',
  edit: '/dispatcher/edit-my-driver',
  usual: 'mine',
};

const companys: DriverPaths = {
  title: 'Company drivers',
  list: '/dispatcher/company-drivers',
  create: '/dispatcher/create-company-drivers',
  edit: '/dispatcher/edit-company-drivers',
  usual: 'all',
};

/** A dispatcher's drivers and a carrier's are one list with two doors; this says through which one came. */
export function driverPaths(pathname: string): DriverPaths {
  return pathname.toLowerCase().includes('company-driver') ? companys : mine;
}
