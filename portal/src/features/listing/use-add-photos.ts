import { listings } from '@tablewire/contracts/listing/listings'
import { listingPhotosMax, photoBytesMax } from '@tablewire/contracts/listing/photo.rules'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { base64Of } from '#src/kit/base64.ts'
import { errorText } from '#src/kit/error-text.ts'
import type { ListingForm } from './listing-form.ts'
import { useT } from './use-t.ts'

const megabyte = 1024 * 1024

/** Photos are sent one after another while their form is worked on; each that is not taken is named with its reason. */
export const useAddPhotos = ({ getValues, setValue }: UseFormReturn<ListingForm>, venueId: string) => {
  const t = useT()
  const [waiting, setWaiting] = useState(0)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const turn = useRef(Promise.resolve())
  const add = useCall(listings.addPhoto, { meta: { shown: true } })
  const refuse = ({ name }: File, why: string): void => setRefusals((all) => [...all, t('photo.refused', { file: name, why })])
  const sendOne = async (file: File): Promise<void> => {
    if (getValues('photos').length >= listingPhotosMax) return refuse(file, t('photo.many', { max: listingPhotosMax }))
    // What cannot be taken need not travel.
    const sizes = { given: Math.ceil(file.size / megabyte), limit: photoBytesMax / megabyte }
    if (file.size > photoBytesMax) return refuse(file, t('photo.tooLarge', sizes))
    try {
      const made = await add.mutateAsync({ params: { id: venueId }, body: { content: await base64Of(file) } })
      // What was written at the others meanwhile stays; sent twice, it is the same photo.
      const now = getValues('photos')
      if (now.some(({ id }) => id === made.id)) return
      setValue('photos', [...now, { ...made, kind: 'food', alt: {} }], { shouldDirty: true, shouldTouch: true })
    } catch (error) {
      refuse(file, errorText(error, phrasesNow('kit')))
    }
  }
  const send = (files: readonly File[]): void => {
    if (waiting === 0) setRefusals([])
    setWaiting((count) => count + files.length)
    for (const file of files) turn.current = turn.current.then(() => sendOne(file)).then(() => setWaiting((count) => count - 1))
  }
  return { send, waiting, refusals }
}
