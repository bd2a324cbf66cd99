interface ImportMetaEnv {
  /** Ids of the extension in the stores, comma separated: Chrome's first, then Edge's. */
  readonly VITE_EXTENSION_IDS?: string;
  /** Id of the tutorial video on YouTube; without it no page offers the video. */
  readonly VITE_TUTORIAL_VIDEO_ID?: string;
}
