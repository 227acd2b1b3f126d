import { type ImportBatch, imports, partBytesMax } from '@tablewire/contracts/import'
import { ApiError, errorOfAnswer } from '#src/api/api-error.ts'
import { authorized } from '#src/api/client.ts'

const pausesMs = [500, 1500, 4000, 8000]
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const sendPart = async (id: string, at: number, part: Blob): Promise<ImportBatch> => {
  const path = `${imports.addPart.path.replace(':id', id)}?at=${at}`
  const answer = await authorized(path, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: part })
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw errorOfAnswer(answer.status, 'POST', body)
  return (body as { data: ImportBatch }).data
}

/** A line that breaks off for a moment breaks no upload: the same piece is sent again. */
const sendPatiently = async (id: string, at: number, part: Blob): Promise<ImportBatch> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendPart(id, at, part)
    } catch (error) {
      const wait = pausesMs[attempt]
      if (!(error instanceof ApiError) || !error.passing || wait === undefined) throw error
      await pause(wait)
    }
  }
}

type Sending = { batch: Pick<ImportBatch, 'id' | 'receivedBytes'>; file: Blob; onProgress: (bytes: number) => void; isGone: () => boolean }

/** Sends what is still missing of a file, piece by piece; the last answer says what was recognised. */
export const sendFile = async ({ batch, file, onProgress, isGone }: Sending): Promise<ImportBatch | undefined> => {
  let last: ImportBatch | undefined
  for (let at = Math.floor(batch.receivedBytes / partBytesMax) * partBytesMax; at < file.size && !isGone(); at += partBytesMax) {
    last = await sendPatiently(batch.id, at, file.slice(at, at + partBytesMax))
    onProgress(Math.min(file.size, at + partBytesMax))
  }
  return last
}
