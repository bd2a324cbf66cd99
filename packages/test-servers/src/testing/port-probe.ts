import { findFreePort } from '../free-ports.ts';

// Stays alive, and keeps its block of ports, until it is killed.
process.send?.(await Promise.all(Array.from({ length: 20 }, findFreePort)));
