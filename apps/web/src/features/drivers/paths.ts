import type { Whose } from './list/query.ts';

interface DriverPaths {
  title: string;
  list: string;
  create: string;
  edit: string;
  /** Whose drivers the list shows when the address does not say. */
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

/** Dispatchers and carriers see the same list at two addresses. This gives the paths that match the current one. */
export function driverPaths(pathname: string): DriverPaths {
  return pathname.toLowerCase().includes('company-driver') ? companys : mine;
}
