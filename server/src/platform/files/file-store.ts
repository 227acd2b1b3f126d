/** Small files (logos, exports, sheets) by key, e.g. `logos/<id>.png`. A key is written whole or not at all. */
export type FileStore = {
  put(key: string, body: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<{ body: Buffer; contentType: string } | undefined>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
}
