import { type ImportBatch, imports, partBytesMax } from '@tablewire/contracts/import/import'
import type { ImportKind } from '@tablewire/contracts/import/import.rules'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorOfAnswer } from '#src/api/api-error.ts'
import { api, authorized } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'

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

type Begun = { batch: ImportBatch; file: File }

/** One file on its way: the import is made with the first try; a file that is refused may be followed by another one. */
export const useSending = (onDone: (id: string) => void) => {
  const gone = useRef(false)
  const begun = useRef<Begun>(undefined)
  const [sent, setSent] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])
  /** What is no table leaves no import behind; another file begins anew. */
  const forget = async (error: unknown): Promise<void> => {
    const { current } = begun
    if (!current || !(error instanceof ApiError) || !error.code.startsWith('import.file_')) return
    begun.current = undefined
    await api(imports.delete, { params: { id: current.batch.id } }).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: keyOf(imports.list) })
  }
  const send = async (file: File, into: { kind: ImportKind; venueId?: string; company?: string }): Promise<void> => {
    setRefusal(undefined)
    setSent(0)
    try {
      const same = begun.current?.file === file ? begun.current.batch : undefined
      const body = { ...into, fileName: file.name.slice(0, 200), fileBytes: file.size }
      const batch = same
        ? await api(imports.get, { params: { id: same.id } })
        : await api(imports.create, { body }, { idempotencyKey: randomKey() })
      if (begun.current && !same) void api(imports.delete, { params: { id: begun.current.batch.id } }).catch(() => undefined)
      begun.current = { batch, file }
      const last = await sendFile({ batch, file, onProgress: setSent, isGone: () => gone.current })
      await queryClient.invalidateQueries({ queryKey: keyOf(imports.list) })
      if (last && !gone.current) onDone(last.id)
    } catch (error) {
      await forget(error)
      setRefusal(errorText(error, phrasesNow('kit')))
    } finally {
      setSent(undefined)
    }
  }
  return { sent, refusal, refuse: setRefusal, send }
}
