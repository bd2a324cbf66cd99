/** The addresses of this build's web app and API. */
export interface Origins {
  /** The popup's buttons open the first one. */
  webOrigins: string[];
  apiBase: string;
}

const developmentOrigins: Origins = {
  webOrigins: ['http://localhost:5173', 'http://localhost:4000'],
  apiBase: 'http://localhost:4000/api',
};

function checkAddress(address: string): URL {
  const url = new URL(address);
  const isLocal = url.protocol === 'http:' && url.hostname === 'localhost';
  if (url.protocol !== 'https:' && !isLocal) throw new Error(`${address} must be https, or http on localhost`);
  return url;
}

/** A store build that trusts localhost would trust any local program, so only development builds may omit the addresses. */
export function requireOrigins(env: Record<string, string | undefined>, mode: string): void {
  if (mode === 'development') return;
  for (const name of ['WXT_WEB_ORIGINS', 'WXT_API_BASE']) {
    if ((env[name] ?? '').trim() === '') throw new Error(`Set ${name} for this build, or build for this computer with build:dev.`);
  }
}

/** Reads the build's addresses: `WXT_WEB_ORIGINS`, comma-separated, and `WXT_API_BASE`. */
export function resolveOrigins(env: Record<string, string | undefined>): Origins {
  const listed = (env.WXT_WEB_ORIGINS ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const apiBase = (env.WXT_API_BASE ?? '').trim();
  const webOrigins = listed.length === 0 ? developmentOrigins.webOrigins : listed;
  for (const origin of webOrigins) {
    if (checkAddress(origin).origin !== origin) throw new Error(`${origin} must be an origin, without a path`);
  }
  const api = checkAddress(apiBase === '' ? developmentOrigins.apiBase : apiBase);
  return { webOrigins, apiBase: api.href.replace(/\/$/, '') };
}

/** Match patterns have no port in Firefox, so they are only a first, wider check. The receiver compares exact origins. */
export function toMatchPattern(origin: string): string {
  const url = new URL(origin);
  return `${url.protocol}//${url.hostname}/*`;
}
