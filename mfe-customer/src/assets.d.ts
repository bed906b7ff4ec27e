/// <reference types="federation/assets" />
