import { attachmentBytesMax, attachmentsMax } from '@tablewire/contracts/onboarding/attachments.rules'
import { type MessageAttachment, onboardingMessages } from '@tablewire/contracts/onboarding/messages'
import { useRef, useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { base64Of } from '#src/kit/base64.ts'
import { errorText, fieldError } from '#src/kit/error-text.ts'
import { useT } from '../use-t.ts'

const megabyte = 1024 * 1024

/** Files are brought one after another while the text is written; each that is not taken is named with its reason, and the text stays. */
export const useAttach = (requestId: string, { count, onFile }: { count: number; onFile: (file: MessageAttachment) => void }) => {
  const t = useT()
  const [waiting, setWaiting] = useState(0)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const turn = useRef(Promise.resolve())
  const add = useCall(onboardingMessages.attach, { meta: { shown: true } })
  const refuse = ({ name }: File, why: string): void => setRefusals((all) => [...all, t('m.refused', { file: name, why })])
  const bring = async (file: File): Promise<void> => {
    const sizes = { given: Math.ceil(file.size / megabyte), limit: attachmentBytesMax / megabyte }
    // What cannot be taken need not travel.
    if (file.size > attachmentBytesMax) return refuse(file, t('m.tooLarge', sizes))
    if (file.size === 0) return refuse(file, t('m.emptyFile'))
    try {
      const name = Array.from(file.name).slice(-200).join('') || 'file'
      onFile(await add.mutateAsync({ params: { id: requestId }, body: { name, content: await base64Of(file) } }))
    } catch (error) {
      refuse(file, fieldError(error, 'content') ?? errorText(error, phrasesNow('kit')))
    }
  }
  const attach = (files: readonly File[]): void => {
    const room = Math.max(0, attachmentsMax - count - waiting)
    setRefusals(files.slice(room).map(({ name }) => t('m.refused', { file: name, why: t('m.tooMany', { max: attachmentsMax }) })))
    const taken = files.slice(0, room)
    setWaiting((before) => before + taken.length)
    for (const file of taken) turn.current = turn.current.then(() => bring(file)).then(() => setWaiting((before) => before - 1))
  }
  return { attach, waiting, refusals, forget: () => setRefusals([]) }
}
