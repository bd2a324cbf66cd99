interface ImportMetaEnv {
  /** Ids of the extension in the stores, comma separated: Chrome's first, then Edge's. */
  readonly VITE_EXTENSION_IDS?: string;
}
