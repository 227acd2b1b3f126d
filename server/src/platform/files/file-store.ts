/** Small files (logos, exports, sheets) by key, e.g. `logos/<id>.png`. Writes are atomic. */
export type FileStore = {
  put(key: string, body: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<{ body: Buffer; contentType: string } | undefined>
  /** Idempotent: removing a missing file is no error. */
  remove(key: string): Promise<void>
}
