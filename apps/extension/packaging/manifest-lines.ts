/** What of a built manifest decides what the extension may do. Each is one line, so that a change can be read as a line. */
export interface BuiltManifest {
  version: string;
  permissions?: string[];
  optional_permissions?: string[];
  host_permissions?: string[];
  optional_host_permissions?: string[];
  content_scripts?: { matches?: string[]; js?: string[]; all_frames?: boolean; world?: string }[];
  externally_connectable?: { matches?: string[]; ids?: string[] };
  web_accessible_resources?: { resources: string[]; matches?: string[] }[];
  content_security_policy?: { extension_pages?: string };
  minimum_chrome_version?: string;
  key?: string;
  browser_specific_settings?: {
    gecko?: { id?: string; strict_min_version?: string; data_collection_permissions?: { required?: string[]; optional?: string[] } };
  };
}

/** The addresses of this build, as match patterns and as an origin. They differ between builds and are not part of a comparison. */
export interface BuildAddresses {
  web: readonly string[];
  api: string;
  apiOrigin: string;
}

export function listManifestLines(manifest: BuiltManifest, addresses: BuildAddresses): string[] {
  const page = (pattern: string) => (addresses.web.includes(pattern) ? '<web app>' : pattern);
  const host = (pattern: string) => (pattern === addresses.api ? '<API>' : pattern);
  const gecko = manifest.browser_specific_settings?.gecko;
  const scripts = (manifest.content_scripts ?? []).flatMap(({ matches = [], js = [], all_frames, world }) =>
    matches.map((match) => {
      const place = `${all_frames === true ? ', in all frames' : ''}${world === undefined ? '' : `, in the world ${world}`}`;
      return `script ${js.join(', ')} on ${page(match)}${place}`;
    }),
  );
  const policy = manifest.content_security_policy?.extension_pages?.replaceAll(addresses.apiOrigin, '<API>');
  return [
    ...(manifest.permissions ?? []).map((name) => `permission ${name}`),
    ...(manifest.optional_permissions ?? []).map((name) => `may ask for permission ${name}`),
    ...(manifest.host_permissions ?? []).map((pattern) => `host ${host(pattern)}`),
    ...(manifest.optional_host_permissions ?? []).map((pattern) => `may ask for host ${pattern}`),
    ...scripts,
    ...(manifest.externally_connectable?.matches ?? []).map((pattern) => `messages from ${page(pattern)}`),
    ...(manifest.externally_connectable?.ids ?? []).map((id) => `messages from extension ${id}`),
    ...(manifest.web_accessible_resources ?? []).flatMap(({ resources }) => resources.map((name) => `pages may load ${name}`)),
    ...(policy === undefined ? [] : [`policy ${policy}`]),
    ...(manifest.key === undefined ? [] : ['a key of its own']),
    ...(manifest.minimum_chrome_version === undefined ? [] : [`oldest Chrome ${manifest.minimum_chrome_version}`]),
    ...(gecko?.strict_min_version === undefined ? [] : [`oldest Firefox ${gecko.strict_min_version}`]),
    ...(gecko?.data_collection_permissions?.required ?? []).map((name) => `collects ${name}`),
    ...(gecko?.data_collection_permissions?.optional ?? []).map((name) => `may ask to collect ${name}`),
  ];
}

/** "+ permission tabs", "- host <API>". */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}
