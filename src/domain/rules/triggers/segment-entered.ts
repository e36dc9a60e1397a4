import { defineSegmentTrigger } from "./segment.ts";

export const segmentEnteredTrigger = defineSegmentTrigger("segment_entered", "entered");
