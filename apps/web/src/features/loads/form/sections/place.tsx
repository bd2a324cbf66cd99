import { placeLabel } from '@headhaul/contracts/places';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingWarehouse, IconHistory, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { placesApi } from '../../../places/places.api.ts';
import { loadsApi } from '../../loads.api.ts';
import type { StopDraft } from '../draft/draft.ts';
import { readPlace } from '../draft/read.ts';
import type { LoadForm } from '../state.ts';
import { SuggestField, type Suggestion } from '../suggest.tsx';
import { ownFacilities, ownPlaces } from './own-places.ts';

const typingPauseMs = 120;
/** One letter matches far too many places. */
const minLetters = 2;
const shownPlaces = 6;

interface StopFieldProps {
  form: LoadForm;
  stop: StopDraft;
  label: string;
}

/** City and state, or a ZIP. Places where the office has been come first. */
export function PlaceField({ form, stop, label }: StopFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [search] = useDebouncedValue(stop.place.trim(), typingPauseMs);
  const skip = !isOpen || search.length < minLetters;
  const own = loadsApi.useListOwnPlacesQuery({ query: { search: search.split(',')[0]?.trim() ?? '', kind: stop.kind } }, { skip });
  const all = placesApi.useSearchPlacesQuery({ query: { search, limit: shownPlaces } }, { skip });
  const known = ownPlaces(own.currentData?.places ?? [], search, stop.kind);
  const suggestions: Suggestion[] = [
    ...known.map(({ label: place, note }) => ({ key: `own ${place}`, label: place, note, icon: IconHistory, isOwn: true })),
    ...(all.currentData?.places ?? [])
      .filter((place) => !known.some((one) => one.label === placeLabel(place)))
      .map((place) => ({
        key: place.id,
        label: placeLabel(place),
        icon: IconMapPin,
        ...(place.county === null ? {} : { note: place.county }),
      })),
  ].slice(0, shownPlaces);
  return (
    <SuggestField
      state={form.stopField(stop.key, 'place')}
      label={`${label}, city and state`}
      isLabelHidden
      icon={IconMapPin}
      placeholder="City, state or ZIP"
      maxLength={120}
      suggestions={suggestions}
      onChoose={(suggestion) => form.changeStop(stop.key, { place: suggestion.label })}
      onOpen={setOpen}
      takesOnTab={readPlace(stop.place) === null}
      hint="or type a ZIP"
    />
  );
}

/** The dock by name, from the docks where the office has stopped. Choosing one fills in its address. */
export function FacilityField({ form, stop, label }: StopFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const place = readPlace(stop.place);
  const [search] = useDebouncedValue(stop.facility.trim(), typingPauseMs);
  const byCity = loadsApi.useListOwnPlacesQuery({ query: { search: place?.city ?? '' } }, { skip: !isOpen || place === null });
  const byName = loadsApi.useListOwnPlacesQuery({ query: { search } }, { skip: !isOpen || search.length < minLetters });
  const facilities = ownFacilities([...(byCity.currentData?.places ?? []), ...(byName.currentData?.places ?? [])], {
    typed: stop.facility,
    place,
  });
  return (
    <SuggestField
      state={form.stopField(stop.key, 'facility')}
      label={`${label}, facility`}
      isLabelHidden
      icon={IconBuildingWarehouse}
      placeholder="Facility (optional)"
      maxLength={200}
      suggestions={facilities.map(({ key, facility, note }) => ({ key, label: facility, note, icon: IconHistory, isOwn: true }))}
      onChoose={({ key }) => {
        const chosen = facilities.find((one) => one.key === key);
        if (chosen === undefined) return;
        form.changeStop(stop.key, {
          facility: chosen.facility,
          address: chosen.address ?? stop.address,
          ...(place === null ? { place: chosen.place } : {}),
        });
      }}
      onOpen={setOpen}
      opensOnFocus
    />
  );
}
