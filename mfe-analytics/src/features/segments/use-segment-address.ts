import { SEGMENTS, type Segment, VALUES, type Value } from 'domain/segments';
import { useSearchParams } from 'react-router-dom';

/** As the address names them: '/reports/customers?segmento=em-risco&valor=alto'. */
const SEGMENT_NAMES: Record<Segment, string> = {
  new: 'novos',
  loyal: 'fieis',
  occasional: 'ocasionais',
  at_risk: 'em-risco',
  lost: 'perdidos',
};
const VALUE_NAMES: Record<Value, string> = { high: 'alto', medium: 'medio', base: 'inicial' };

export interface SegmentAddress {
  /** Undefined: none is looked into. */
  segment: Segment | undefined;
  value: Value | undefined;
  /** The address with another segment, of all values, or with none. */
  searchFor: (segment: Segment | undefined) => string;
  setValue: (value: Value | undefined) => void;
}

/**
 * The segment whose customers are listed. It is kept in the address, so that a link or the back button shows
 * the same.
 */
export function useSegmentAddress(): SegmentAddress {
  const [parameters, setParameters] = useSearchParams();

  function searchFor(segment: Segment | undefined): string {
    const next = new URLSearchParams(parameters);
    next.delete('segmento');
    next.delete('valor');
    if (segment) next.set('segmento', SEGMENT_NAMES[segment]);
    return next.toString();
  }

  function setValue(value: Value | undefined) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set('valor', VALUE_NAMES[value]);
        else next.delete('valor');
        return next;
      },
      { replace: true },
    );
  }

  return {
    segment: SEGMENTS.find((each) => SEGMENT_NAMES[each] === parameters.get('segmento')),
    value: VALUES.find((each) => VALUE_NAMES[each] === parameters.get('valor')),
    searchFor,
    setValue,
  };
}
