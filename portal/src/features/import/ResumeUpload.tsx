import { type ImportBatch } from '@tablewire/contracts/import/import'
import { useEffect, useRef, useState } from 'react'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { Card } from '#src/kit/Card.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { FileDrop } from './FileDrop.tsx'
import { sendFile } from './send-file.ts'
import { useT } from './use-t.ts'

/** An upload that broke off, or was refused: the same file goes on where it stopped. */
export const ResumeUpload = ({ batch, onDone }: { batch: ImportBatch; onDone: (batch: ImportBatch) => void }) => {
  const t = useT()
  const gone = useRef(false)
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])
  const send = async (chosen: File): Promise<void> => {
    setFile(chosen)
    setRefusal(undefined)
    if (chosen.size !== batch.fileBytes) return setRefusal(t('file.other', { name: batch.fileName }))
    setSent(batch.receivedBytes)
    try {
      const last = await sendFile({ batch, file: chosen, onProgress: setSent, isGone: () => gone.current })
      if (last && !gone.current) onDone(last)
    } catch (error) {
      setRefusal(errorText(error, phrasesNow('kit')))
    } finally {
      setSent(undefined)
    }
  }
  return (
    <Card title={t('file.resume')} hint={t('file.resumeHint', { name: batch.fileName })}>
      <FileDrop file={file} sent={sent} refusal={refusal} onChoose={(chosen) => void send(chosen)} />
    </Card>
  )
}
