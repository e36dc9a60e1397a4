import { defineSegmentTrigger } from "./segment.ts";

export const segmentLeftTrigger = defineSegmentTrigger("segment_left", "left");
