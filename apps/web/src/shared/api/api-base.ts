export const apiBase = '/api';
export const requestTimeoutMs = 30_000;
